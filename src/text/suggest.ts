/** How many letters have to be changed, added or taken away to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known word that was most likely meant, or undefined when none is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const short = word.slice(0, 60).toLowerCase();
  const ranked = known
    .map(each => ({ each, far: distance(short, each.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= Math.max(2, Math.floor(short.length / 3)) ? best.each : undefined;
}

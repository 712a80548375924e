import { spawn } from 'node:child_process';
import { clean, type SafeText, safe, shortText } from './text/sanitise.ts';

/** The name that botscope is published under. */
const PACKAGE = 'botscope';
/** Longest run of npm, and more than it says. */
const LIMITS = { ms: 10_000, characters: 10_000 } as const;

type Ended = { readonly code: number | 'not started' | 'late'; readonly out: string; readonly err: string };

/** What npm says; it alone knows where packages are, and through which proxies. */
function npm(words: readonly string[]): Promise<Ended> {
  return new Promise(resolve => {
    const child = spawn('npm', words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    const more = (text: string, chunk: unknown): string => (text + String(chunk)).slice(0, LIMITS.characters);
    const end = (code: Ended['code']): void => {
      clearTimeout(timer);
      resolve({ code, out, err });
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      end('late');
    }, LIMITS.ms);
    child.stdout.on('data', chunk => {
      out = more(out, chunk);
    });
    child.stderr.on('data', chunk => {
      err = more(err, chunk);
    });
    child.on('error', () => end('not started'));
    child.on('close', code => end(code ?? 1));
  });
}

const numbers = (version: string): readonly number[] => version.split(/[.+-]/).slice(0, 3).map(Number);

/** Whether a version of three numbers comes after another one. */
export function isNewer(version: string, than: string): boolean {
  const [mine, other] = [numbers(than), numbers(version)];
  const at = other.findIndex((number, index) => number !== mine[index]);
  return at >= 0 && (other[at] ?? 0) > (mine[at] ?? 0);
}

function whyNot({ code, err }: Ended): SafeText {
  if (code === 'not started') return safe`npm is not installed: it alone knows where packages are`;
  if (code === 'late') return safe`npm gave no answer within 10 s`;
  const line = err.split('\n').find(each => each.trim() !== '') ?? '';
  return safe`npm ended with ${code}: ${shortText(line)}`;
}

/** What is to be said of newer versions, and the exit code: 6 when nobody could tell. */
export async function newerText(version: string): Promise<{ readonly code: 0 | 6; readonly text: SafeText }> {
  const ended = await npm(['view', PACKAGE, 'version']);
  const published = ended.out.trim();
  if (ended.code !== 0) return { code: 6, text: whyNot(ended) };
  if (!/^\d+\.\d+\.\d+([+-][\w.+-]+)?$/.test(published))
    return { code: 6, text: safe`npm said no version: ${shortText(published)}` };
  const own = clean(version);
  return isNewer(published, version)
    ? { code: 0, text: safe`${own}; ${clean(published)} is published` }
    : { code: 0, text: safe`${own}; there is no newer one` };
}

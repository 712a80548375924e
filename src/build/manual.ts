/** For `man`: the text of `--help`, whose titles become sections. */
export function manPage(help: string, version: string): string {
  const lines = help
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .split('\n')
    .map(line => {
      const [, usage, title] = /^(?:Usage: (.*)|(\S[^:]*):)$/.exec(line) ?? [];
      if (usage !== undefined) return `.SH SYNOPSIS\n.nf\n${usage}`;
      if (title !== undefined) return `.fi\n.SH ${title.toUpperCase()}\n.nf`;
      return line.replace(/^[.']/, '\\&$&');
    });
  const head = [
    `.TH BOTSCOPE 1 "" "botscope ${version}"`,
    '.SH NAME',
    'botscope \\- keyboard\\-driven terminal explorer for bot workspaces',
  ];
  return [...head, ...lines, '.fi', ''].join('\n');
}

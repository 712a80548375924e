import type { Command } from './command.ts';

/** Commands in the order of the footer, the help and the palette: the most used first, the help last. */
export const BY_USE: readonly string[] = [
  ...['place.open', 'fold.toggle', 'backup.open', 'place.back', 'extension.ask'],
  ...['list.filter', 'list.scan-all', 'list.troubled', 'mark.toggle', 'record.delete'],
  ...['tab.next', 'issue.list', 'event.list', 'text.find', 'document.format', 'reader.pager'],
  ...['copy.id', 'copy.line', 'record.raw', 'action.menu', 'request.log', 'app.line'],
  ...['place.reload', 'list.all', 'app.quit', 'app.help', 'profile.switch'],
];

/** Commands that few people need a key for. */
const SELDOM: readonly string[] = [
  ...['mark.down', 'mark.up', 'refresh.cycle', 'offline.stop', 'guard.unlock'],
  ...['secret.reveal', 'link.open'],
  ...['time.toggle', 'list.wide', 'header.toggle', 'screen.redraw', 'fold.all', 'fold.none'],
];

/** Returns the position in the order; that of a command without a key on this screen is the last. */
const placeOf = ({ id, keys }: Command): number =>
  BY_USE.includes(id) && keys.length > 0 ? BY_USE.indexOf(id) : BY_USE.length;

/** Compares two commands by their use; those of equal use keep their order. */
export const byUse = (a: Command, b: Command): number => placeOf(a) - placeOf(b);

/** Returns true for commands that the help and the palette show last. */
export const isSeldom = ({ id }: Command): boolean => SELDOM.includes(id);

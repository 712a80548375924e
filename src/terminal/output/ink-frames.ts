import { SYNC_BEGIN, SYNC_END } from '../sequences.ts';

const ERASING = /^(?:\x1b\[(?:\?25l|[\d;]*[A-LN-Za-ln-z]))+/;

/** Returns the rows of a frame. Its parts, erasing and hiding the cursor are held, the rest is passed on. */
export function frameCollector() {
  let frame: string | undefined;
  return (text: string): 'held' | 'other' | readonly string[] => {
    if (frame === undefined) {
      if (text === SYNC_BEGIN) frame = '';
      const erases = text !== '' && text.replace(ERASING, '') === '';
      return text === SYNC_BEGIN || erases ? 'held' : 'other';
    }
    if (text !== SYNC_END) {
      frame += text;
      return 'held';
    }
    const lines = frame.replace(ERASING, '').split('\n');
    frame = undefined;
    return lines;
  };
}

/** Exit code of a read that leaves something out. */
export const INCOMPLETE = 8;

/** What the exit code of a command means; 70 is a defect of ours. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'problems were found, or deletes were done in part or could not begin'],
  [2, 'the command line, a setting or --confirm is wrong; nothing was changed'],
  [3, 'there is no such record (of several to delete: none of them)'],
  [4, 'not logged in: token or workspace'],
  [5, 'no permission'],
  [6, 'the network: no answer, or none in time'],
  [7, 'the server refused or failed, or a record is still there after its DELETE'],
  [INCOMPLETE, 'a read left something out that was asked for; stronger than 1'],
  [70, 'a defect of botscope'],
  [130, 'stopped by ctrl+c or a signal'],
];

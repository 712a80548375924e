/** What the exit code of a command means; 70 is a defect of ours. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'problems were found, or only a part could be done'],
  [2, 'the command line, a setting or --confirm is wrong; nothing was changed'],
  [3, 'there is no such record'],
  [4, 'not logged in: token or workspace'],
  [5, 'no permission'],
  [6, 'the network: no answer, or none in time'],
  [7, 'the server refused or failed'],
  [70, 'a defect of botscope'],
  [130, 'stopped by ctrl+c or a signal'],
];

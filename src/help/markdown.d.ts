/** The build puts the text of such a file into the bundle. */
declare module '*.md' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: an imported text has no other name
  export default text;
}

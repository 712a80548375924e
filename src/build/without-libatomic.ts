// Node 26 for Linux on x64 asks for libatomic.so.1, which a bare system has not, for one function: to compare and swap
// eight bytes. The processor does that in one instruction, which is put where the call into the library was.

/** The function's own entry in the table of calls, and the next two: what the loader never runs is ten bytes in each. */
const NAME = '__atomic_compare_exchange';
const ENTRY = 16;
const UNUSED = 6;

// rdi: how many bytes, rsi: where, rdx: what is expected, rcx: what to put. Comes back with al: whether it was so.
const CODE: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  [0, [0x83, 0xff, 0x08]], // cmp edi, 8
  [3, [0x75, 2 * ENTRY + UNUSED + 4 - 5]], // jne to the end: never another size
  [5, [0x48, 0x8b, 0x02]], // mov rax, [rdx]
  [8, [0x48, 0x8b, 0x09]], // mov rcx, [rcx]
  [11, [0xeb, ENTRY + UNUSED - 13]], // jmp to the next unused bytes
  [ENTRY + UNUSED, [0xf0, 0x48, 0x0f, 0xb1, 0x0e]], // lock cmpxchg [rsi], rcx
  [ENTRY + UNUSED + 5, [0x48, 0x89, 0x02]], // mov [rdx], rax
  [ENTRY + UNUSED + 8, [0xeb, ENTRY - 10]], // jmp to the next unused bytes
  [2 * ENTRY + UNUSED, [0x0f, 0x94, 0xc0, 0xc3]], // sete al; ret
  [2 * ENTRY + UNUSED + 4, [0x0f, 0x0b]], // ud2
];

/** What the loader is told, by the numbers of the ELF specification. */
const NEEDED = 1;
const PLTRELSZ = 2;
const STRTAB = 5;
const SYMTAB = 6;
const JMPREL = 23;
const FLAGS = 30;
const BIND_NOW = 8;
const VERSYM = 0x6ffffff0;
const VERNEED = 0x6ffffffe;
const VERNEEDNUM = 0x6fffffff;

type Segment = {
  readonly type: number;
  readonly canRun: boolean;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
};

function reader(file: Buffer) {
  const long = (at: number): number => Number(file.readBigUInt64LE(at));
  const segments: readonly Segment[] = Array.from({ length: file.readUInt16LE(56) }, (_, index) => {
    const at = long(32) + index * file.readUInt16LE(54);
    return {
      type: file.readUInt32LE(at),
      canRun: (file.readUInt32LE(at + 4) & 1) === 1,
      offset: long(at + 8),
      address: long(at + 16),
      size: long(at + 32),
    };
  });
  /** Where in the file an address of the running program is. */
  const place = (address: number): number => {
    const inside = segments.find(
      ({ type, address: from, size }) => type === 1 && address >= from && address < from + size,
    );
    if (inside === undefined) throw new Error(`nothing is at ${address}`);
    return address - inside.address + inside.offset;
  };
  const dynamic = segments.find(({ type }) => type === 2);
  if (dynamic === undefined) throw new Error('the program has no part for the loader');
  /** Where in the file the entries of the loader's table with this tag have their values. */
  const entries = (tag: number): readonly number[] =>
    Array.from({ length: dynamic.size / 16 }, (_, index) => dynamic.offset + index * 16)
      .filter(at => long(at) === tag)
      .map(at => at + 8);
  const entry = (tag: number): number => {
    const [at] = entries(tag);
    if (at === undefined) throw new Error(`the loader's table has no ${tag}`);
    return at;
  };
  const text = (offset: number): string => {
    const from = place(long(entry(STRTAB))) + offset;
    return file.toString('latin1', from, file.indexOf(0, from));
  };
  return { long, segments, place, entries, entry, text };
}

type Reader = ReturnType<typeof reader>;

/** The function's number among the symbols, and the address that a call of it jumps through. */
function callOf(file: Buffer, { long, place, entry, text }: Reader) {
  const symbols = place(long(entry(SYMTAB)));
  const calls = place(long(entry(JMPREL)));
  for (let at = calls; at < calls + long(entry(PLTRELSZ)); at += 24) {
    const symbol = file.readUInt32LE(at + 12);
    if (text(file.readUInt32LE(symbols + symbol * 24)) === NAME)
      return { symbol, at: symbols + symbol * 24, through: long(at) };
  }
  throw new Error(`${NAME} is not called`);
}

/** Where in the file the entry of the table of calls is that jumps through this address. */
function entryOfCall(file: Buffer, through: number, { segments }: Reader): number {
  for (const { offset, address, size } of segments.filter(({ type, canRun }) => type === 1 && canRun))
    for (let at = file.indexOf('ff25', offset, 'hex'); at >= 0 && at < offset + size; ) {
      if (at - offset + address + 6 + file.readInt32LE(at + 2) === through) return at;
      at = file.indexOf('ff25', at + 1, 'hex');
    }
  throw new Error(`no call of ${NAME} is found`);
}

function putCode(file: Buffer, entry: number): void {
  for (const at of [entry, entry + ENTRY, entry + 2 * ENTRY])
    if (file.readUInt16BE(at) !== 0xff25 || file[at + UNUSED] !== 0x68 || file[at + 11] !== 0xe9)
      throw new Error('the table of calls is not of the known form');
  for (const [at, bytes] of CODE) Buffer.from(bytes).copy(file, entry + at);
}

/**
 * Changes a Node for Linux on x64, in place, so that it needs no libatomic; one that needs none stays as it is.
 * Throws when it is not of the known form.
 */
export function withoutLibatomic(file: Buffer): void {
  const elf = reader(file);
  const { long, place, entries, entry, text } = elf;
  const needed = entries(NEEDED);
  const unwanted = needed.find(at => text(long(at)).startsWith('libatomic.'));
  const other = needed.find(at => at !== unwanted);
  if (unwanted === undefined) return;
  if (other === undefined) throw new Error('nothing but libatomic is needed');
  if ((long(entry(FLAGS)) & BIND_NOW) === 0) throw new Error('calls are looked up late');
  const versions = place(long(entry(VERNEED)));
  const isFirst = text(file.readUInt32LE(versions + 4)).startsWith('libatomic.');
  if (!isFirst || file.readUInt16LE(versions + 2) !== 1) throw new Error('more of libatomic is needed');

  const { symbol, at, through } = callOf(file, elf);
  putCode(file, entryOfCall(file, through, elf));
  // Weak, and of no version: the loader does not mind that nobody has it.
  file[at + 4] = 0x22;
  file.writeUInt16LE(1, place(long(entry(VERSYM))) + symbol * 2);
  // The first of the versions is stepped over, and another library is asked for twice.
  file.writeBigUInt64LE(BigInt(long(entry(VERNEED)) + file.readUInt32LE(versions + 12)), entry(VERNEED));
  file.writeBigUInt64LE(BigInt(long(entry(VERNEEDNUM)) - 1), entry(VERNEEDNUM));
  file.writeBigUInt64LE(BigInt(long(other)), unwanted);
}

import { crc32 } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8 = 0x0800;
/** 1980-01-01, the earliest that the format knows. */
const NO_DATE = 0x21;

/** A zip archive of small files, stored as they are. */
export function packZip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, body] = [Buffer.from(path), Buffer.from(text)];
    const common = commonFields(name, body);
    const local = Buffer.concat([int32(LOCAL_HEADER), common, name, body]);
    // version made by; then comment, disk and attributes, all empty; then the file's offset
    central.push(int32(CENTRAL_HEADER), int16(VERSION), common, Buffer.alloc(10), int32(offset), name);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const count = int16(locals.length);
  const end = [int32(END), Buffer.alloc(4), count, count, int32(directory.length), int32(offset), Buffer.alloc(2)];
  return Buffer.concat([...locals, directory, ...end]);
}

/** The fields that both headers of a file share, up to the length of its extra fields. */
function commonFields(name: Buffer, body: Buffer): Buffer {
  const size = int32(body.length);
  const stored = Buffer.alloc(4); // method and time
  return Buffer.concat([
    ...[int16(VERSION), int16(UTF8), stored, int16(NO_DATE), int32(crc32(body)), size, size],
    ...[int16(name.length), Buffer.alloc(2)],
  ]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

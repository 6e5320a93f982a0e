// decode.js: the text of a page's bytes.

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

// The encoding of the byte order mark.
const marked = bytes => {
  const start = new Uint8Array(bytes, 0, Math.min(3, bytes.byteLength));
  return MARKS.find(([, mark]) => mark.every((byte, i) => byte === start[i]))?.[0];
};

// Reads a page's bytes as browsers do: by the byte order mark, as UTF-8 if they are, else by the encoding that the
// page declares.
export const decode = bytes => {
  const mark = marked(bytes);
  if (mark !== undefined) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    const start = new TextDecoder('windows-1252').decode(bytes.slice(0, 4096));
    const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1] ?? 'windows-1252';
    try {
      return new TextDecoder(declared).decode(bytes);
    } catch {
      return new TextDecoder('windows-1252').decode(bytes);
    }
  }
};

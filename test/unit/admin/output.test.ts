import { expect, test } from '@jest/globals';
import { toJson, toTable } from '../../../admin/output.js';

const HOSTILE = ['\u001b[2J', '\u009b2J', '\u007f', '\u202egpj.exe', '\u2028', '\u{e0041}', '\r\n'];

test('no control or bidirectional character reaches the terminal, in a table or in JSON', () => {
  for (const hostile of HOSTILE) {
    const item = { name: `a${hostile}b` };
    for (const text of [toTable({ item }), toTable({ sections: { item } }), toJson({ item })])
      expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
  }
});

test('JSON says the same as before', () => {
  const list = HOSTILE.map((name) => ({ name }));
  expect(JSON.parse(toJson({ list, isCut: false }))).toEqual(list);
});

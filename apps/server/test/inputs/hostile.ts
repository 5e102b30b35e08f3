/** A value to send where text is expected. */
export type Hostile = string | number | boolean | null | object

function long(part: string) {
  return part.repeat(Math.ceil(40_000 / part.length))
}

/** Strings that look like a name but contain an invisible character. */
export const UNSEEN = {
  'right-to-left override': 'Led\u202ege',
  'bidi isolates': '\u2067Led\u2066ge\u2069',
  'zero-width signs': 'L\u200be\u2060d\ufeffge',
  'a tower of marks': `Ledge${'\u0301'.repeat(20)}`,
}

/** Strings that no one would type, and values of other types that programs might send. */
export const HOSTILE: Record<string, Hostile> = {
  ...UNSEEN,
  nothing: '',
  blanks: ' \n\t\u00a0\u3000 ',
  'zero-width signs alone': '\u200b\u2060\ufeff',
  'joiners and fillers alone': '\u200d\u200c\u3164\u2800',
  NUL: 'Led\u0000ge',
  'control characters': 'Led\u0001\u001b[31mge\u007f',
  'C1 control characters': 'Led\u0085g\u009be',
  'a lone high surrogate': 'Ledge\ud83d',
  'a lone low surrogate': '\udef9Ledge',
  'no characters': 'Led\ufffe\uffffge',
  '10,000 marks': `e${'\u0301'.repeat(10_000)}`,
  'too long': long('x'),
  'too long, astral': long('🛹').slice(0, 20_000),
  'blanks without end': `${long(' ')}x`,
  'dots without end': `${long('a.')}@`,
  'wildcards without end': long('%'),
  HTML: '<img src=x onerror="alert(1)"><script>alert(1)</script>',
  SQL: `'; drop table spots; -- \\ %_`,
  'CR LF and a header': 'Ledge\r\nBcc: victim@example.com',
  'a path': '../../../etc/passwd\u0000.jpg',
  'a script address': 'java\nscript:alert(1)',
  'a number': 7,
  'a huge number': 1e308,
  truth: true,
  null: null,
  'an empty list': [],
  'a list': ['Ledge'],
  'a list of lists': [[['Ledge']]],
  'an empty object': {},
  'an object': { toString: 'x', length: 3 },
}

import { expect, test } from 'vitest'
import { convertHtml, toPlainText } from './plain-text.ts'

const MY_MAPS =
  '<img src="https://example.org/a.jpg" height="200" width="auto" /><br><br>Website: <a href="https://example.org/?a=1&amp;b=2">the page</a><br>Notes: Smooth &amp; waxed, don&#39;t skate &lt; 9 am. Price 5&nbsp;&euro;<br>Labels: '

test.for([
  [
    MY_MAPS,
    "Website: the page (https://example.org/?a=1&b=2)\nNotes: Smooth & waxed, don't skate < 9 am. Price 5 €\nLabels:",
  ],
  ['<ul><li>one<li>two</ul><p>next', '- one\n- two\n\nnext'],
  ['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
  [
    '<table><tr><th>Name</th><td>Park</td></tr><tr><th>Ground</th><td>new</td></tr></table>',
    'Name Park\nGround new',
  ],
  ['<h2>Head</h2>text', 'Head\n\ntext'],
  ['<script>alert(1)</script>x<style>a{}</style>', 'x'],
  ['<html><head><title>T</title></head><body>B</body></html>', 'B'],
  ['<a href=https://x.org>https://x.org</a>', 'https://x.org'],
  ['<a href="javascript:alert(1)">press</a>', 'press'],
  [
    'Ask <a href="mailto:a@x.org">us</a> or <a href="MAILTO:b@x.org?subject=Hi">me</a>',
    'Ask us (a@x.org) or me (b@x.org)',
  ],
  ['<a href="tel:+49301234">call</a>', 'call (tel:+49301234)'],
  ['<i>one</i>\ntwo', 'one\ntwo'],
  ['<P ALIGN=center>Hi</P><BR/>there', 'Hi\n\nthere'],
  ['&amp;amp; &amp;lt;b&amp;gt; &#x1F6F9; &copy2', '&amp; &lt;b&gt; 🛹 ©2'],
  ['&lt;b&gt; is a tag', '<b> is a tag'],
  [
    'a < b, <3, <me@x.org>, x <Skatepark>, a<b and b>a, <p',
    'a < b, <3, <me@x.org>, x <Skatepark>, a<b and b>a, <p',
  ],
  ['<!-- hidden -->shown', 'shown'],
] as const)('HTML %s', ([html, text]) => {
  expect(convertHtml(html)).toBe(text)
})

test.for([
  'a < b and c > d',
  'I <3 it',
  'Tom &amp; Jerry',
  '&amp;amp;',
  '&lt;b&gt;',
  'write to <me@x.org>',
  'between <the rail> and <the bank>',
  'a<b and b>a',
  'less <',
  '<',
  'two\nlines\n\nand more',
])('a text without tags is unchanged: %s', (text) => {
  expect(toPlainText(text)).toBe(text)
})

test('text with one real tag counts as HTML, and its entities are decoded once', () => {
  expect(toPlainText('<b>a</b> &amp;amp; b <3')).toBe('a &amp; b <3')
})

test('hostile text is converted quickly: endless tags, attributes, and brackets', () => {
  for (const text of [
    '<div>'.repeat(30_000),
    `<a ${'a=b '.repeat(100_000)}`,
    '<'.repeat(500_000),
    '<a href="'.repeat(50_000),
  ])
    expect(convertHtml(text).length).toBeLessThanOrEqual(text.length)
})

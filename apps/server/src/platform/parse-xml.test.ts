import { expect, test } from 'vitest'
import { findOnlyChild, listChildren, parseXml } from './parse-xml.ts'

test('parses names without prefixes, attributes, text with CDATA and entities, and children in order', () => {
  const root = parseXml(
    '<?xml version="1.0"?>\n<a:one xmlns:a="urn:a" id="7" a:kind="&lt;"><!-- note --><a:two>x &amp; y<![CDATA[<z>]]></a:two><a:two/></a:one>',
  )
  expect(root).toMatchObject({ name: 'one', attributes: { id: '7', kind: '<' } })
  expect(listChildren(root, 'two').map(({ text }) => text)).toEqual(['x & y<z>', ''])
})

test('finds a child only if it is the only one with its name', () => {
  const root = parseXml('<a><b/><b/><c/></a>')
  expect(findOnlyChild(root, 'c')?.name).toBe('c')
  expect([findOnlyChild(root, 'b'), findOnlyChild(root, 'd'), findOnlyChild(undefined, 'b')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.for([
  ['no element', '', 'must contain a root element'],
  ['text', 'not xml', 'text data outside of root node'],
  ['two roots', '<a/><b/>', 'only one root'],
  ['an element that never ends', '<a><b></a>', 'unexpected close tag'],
  ['an attribute without quotes', '<a b=c/>', 'unquoted attribute value'],
  ['an undeclared prefix', '<x:a/>', 'unbound namespace prefix'],
  ['an undefined entity', '<a>&unknown;</a>', 'undefined entity'],
  ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'a DOCTYPE is not supported'],
  ['101 levels', '<a>'.repeat(101) + '</a>'.repeat(101), 'nested deeper than 100'],
] as const)('refuses %s', ([, text, why]) => {
  expect(() => parseXml(text)).toThrow(why)
})

test('parses 100 levels', () => {
  expect(parseXml(`${'<a>'.repeat(100)}b${'</a>'.repeat(100)}`).name).toBe('a')
})

import { expect, test } from 'vitest'
import { findGroup, GROUPS } from './settings-groups.ts'

test('anchors of groups and sections are unique, because they share the page', () => {
  const anchors = GROUPS.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)])
  expect(new Set(anchors).size).toBe(anchors.length)
  expect(GROUPS).toHaveLength(6)
})

test('no section has the name of its group, which is the heading above it', () => {
  for (const { label, parts } of GROUPS) expect(parts.map((part) => part.label())).not.toContain(label())
})

test.for([
  ['security', 'security'],
  ['two-step', 'security'],
  ['passkeys', 'security'],
  ['digests', 'alerts'],
  ['followed-areas', 'alerts'],
  ['areas', 'storage'],
  ['data', 'storage'],
])('the address with #%s belongs to the group %s', ([anchor = '', group]) => {
  expect(findGroup(anchor)?.id).toBe(group)
})

test.for(['', 'main', 'toString', 'SECURITY'])('"%s" names no group', (anchor) => {
  expect(findGroup(anchor)).toBeNull()
})

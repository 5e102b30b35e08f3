/**
 * The key of the row a step away from the row with the key `from`, round in circles; one place more than there are rows
 * is the field itself, as null. A row that is not there (any more) counts as the field.
 */
export function stepped(rows: readonly { key: string }[], from: string | null, step: number): string | null {
  const at = rows.findIndex(({ key }) => key === from)
  const slots = rows.length + 1
  return rows[((at + 1 + step + slots) % slots) - 1]?.key ?? null
}

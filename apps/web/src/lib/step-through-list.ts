/**
 * The key of the row one step away from the row with the key `from`, cyclic. The field itself is one more slot, as
 * null; a row that does not exist (any more) counts as the field.
 */
export function stepped(rows: readonly { key: string }[], from: string | null, step: number): string | null {
  const at = rows.findIndex(({ key }) => key === from)
  const slots = rows.length + 1
  return rows[((at + 1 + step + slots) % slots) - 1]?.key ?? null
}

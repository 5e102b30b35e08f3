/**
 * The key of the row one step from the row `from`, cyclic. The field itself is one more slot, as null; a missing row
 * counts as the field.
 */
export function stepped(rows: readonly { key: string }[], from: string | null, step: number): string | null {
  const at = rows.findIndex(({ key }) => key === from)
  const slots = rows.length + 1
  return rows[((at + 1 + step + slots) % slots) - 1]?.key ?? null
}

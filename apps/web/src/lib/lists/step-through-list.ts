/**
 * Returns the key of the row `step` rows after `from`, wrapping around. Null is the field itself, an extra slot in the
 * cycle. A missing row counts as the field.
 */
export function stepped(rows: readonly { key: string }[], from: string | null, step: number): string | null {
  const at = rows.findIndex(({ key }) => key === from)
  const slots = rows.length + 1
  return rows[((at + 1 + step + slots) % slots) - 1]?.key ?? null
}

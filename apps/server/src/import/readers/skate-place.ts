/** Whether these tags describe a place to skate. */
export function isSkatePlace({ sport, leisure, skatepark }: Readonly<Record<string, unknown>>): boolean {
  return (
    /(^|;)\s*skate(board|boarding|park)?\s*(;|$)/.test(String(sport ?? '')) ||
    /^skate_?park$/.test(String(leisure ?? '')) ||
    skatepark === 'yes'
  )
}

const ASKS = 'add'

/** Returns the path that opens a spot's page with the form for adding a post. */
export function askAddition(spot_id: string): string {
  return `/spots/${spot_id}?${ASKS}=media`
}

/** Whether the URL's query opens the form for adding a post. */
export function isAdditionAsked(search: string): boolean {
  return new URLSearchParams(search).get(ASKS) === 'media'
}

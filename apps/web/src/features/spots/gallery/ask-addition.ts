const ASKS = 'add'

/** Returns the path that opens a spot's page with the form for adding a post. */
export const askAddition = (spot_id: string): string => `/spots/${spot_id}?${ASKS}=media`

/** Whether the URL's query opens the form for adding a post. */
export const isAdditionAsked = (search: string): boolean => new URLSearchParams(search).get(ASKS) === 'media'

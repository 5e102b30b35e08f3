const ASKS = 'add'

/** The address of a spot's page that opens the form for adding to it. */
export const askAddition = (spot_id: string): string => `/spots/${spot_id}?${ASKS}=media`

/** Whether the address requests that form. */
export const isAdditionAsked = (search: string): boolean => new URLSearchParams(search).get(ASKS) === 'media'

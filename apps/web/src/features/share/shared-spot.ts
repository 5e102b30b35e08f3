/** A spot the viewer has just shared. `isPrivate` means that only they can see it now. */
export type SharedSpot = {
  id: string
  name: string
  description: string | null
  latitude: number
  longitude: number
  type: string | null
  isPrivate: boolean
}

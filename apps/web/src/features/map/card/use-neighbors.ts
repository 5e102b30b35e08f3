import { useState } from 'react'
import type { CardOrigin, Neighbors } from '../sheet/card-swipe.ts'

type Listed = readonly { id: string }[]

/** What a card needs to know about the other spots in view. */
export type OtherSpots<Spots> = {
  neighbors: Neighbors
  entersFrom: CardOrigin
  listed: Spots
  /** Opens another spot in place of the selected one. */
  select: (spotId: string) => void
}

type Side = Exclude<CardOrigin, 'below'>

/** Adds the spots that aren't in the order yet. A selected spot that isn't listed comes first. */
export function extendOrder(order: readonly string[], spotId: string, listed: Listed): readonly string[] {
  const all = [...new Set([...order, ...listed.map(({ id }) => id)])]
  return all.includes(spotId) ? all : [spotId, ...all]
}

/**
 * Finds the spots before and after the selected one for swipes. The order is the list's from when the card opened,
 * because the list follows the map, which moves with every spot. `entersFrom` is where the selected spot's card came
 * from.
 */
export function useNeighbors<Spots extends Listed>(
  spotId: string | null,
  listed: Spots,
  select: (spotId: string) => void,
): OtherSpots<Spots> {
  const [order, setOrder] = useState<readonly string[]>([])
  const [entry, setEntry] = useState<{ spotId: string; side: Side } | null>(null)
  const extended = spotId === null ? [] : extendOrder(order, spotId, listed)
  if (extended.length !== order.length) setOrder(extended)
  if (spotId === null && entry) setEntry(null)
  const at = spotId === null ? 0 : extended.indexOf(spotId)
  const open = (to: string | undefined, side: Side) =>
    to === undefined
      ? null
      : () => {
          setEntry({ spotId: to, side })
          select(to)
        }
  return {
    neighbors: { previous: open(extended[at - 1], 'left'), next: open(extended[at + 1], 'right') },
    entersFrom: entry && entry.spotId === spotId ? entry.side : 'below',
    listed,
    select,
  }
}

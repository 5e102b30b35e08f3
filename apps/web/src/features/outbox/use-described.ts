import { useEffect, useState } from 'react'
import { type AnyKind, findKind } from '../../lib/outbox/kinds.ts'
import { useAllWaiting, type Waiting } from '../../lib/outbox/use-outbox.ts'

/** An entry with its kind. `kind` is null if this client version doesn't know it or couldn't load its code. */
export type Described = { entry: Waiting; kind: AnyKind | null }

/** Returns all pending entries in order, with their kinds; null while the kinds are loading. */
export function useDescribed(): Described[] | null {
  const entries = useAllWaiting()
  const [kinds, setKinds] = useState<Readonly<Record<string, AnyKind | null>>>({})
  const names = [...new Set(entries.map(({ kind }) => kind))].sort().join(' ')
  useEffect(() => {
    for (const kind of names.split(' '))
      if (kind)
        void findKind({ kind })
          .catch(() => null)
          .then((found) => setKinds((all) => ({ ...all, [kind]: found })))
  }, [names])
  if (entries.some(({ kind }) => kinds[kind] === undefined)) return null
  return entries.map((entry) => ({ entry, kind: kinds[entry.kind] ?? null }))
}

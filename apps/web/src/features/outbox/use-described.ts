import { useEffect, useState } from 'react'
import { type AnyKind, kindOf } from '../../lib/waiting/kinds.ts'
import { useAllWaiting, type Waiting } from '../../lib/waiting/list.ts'

/** An entry with its kind; null while that is loaded, or if this version of the client does not know it. */
export type Described = { entry: Waiting; kind: AnyKind | null }

/** Everything that waits, in order, with its kinds. */
export function useDescribed(): Described[] {
  const entries = useAllWaiting()
  const [kinds, setKinds] = useState<Readonly<Record<string, AnyKind | null>>>({})
  const names = [...new Set(entries.map(({ kind }) => kind))].sort().join(' ')
  useEffect(() => {
    for (const kind of names.split(' '))
      if (kind)
        kindOf({ kind }).then(
          (found) => setKinds((all) => ({ ...all, [kind]: found })),
          () => undefined,
        )
  }, [names])
  return entries.map((entry) => ({ entry, kind: kinds[entry.kind] ?? null }))
}

import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type Options = {
  ids: readonly string[]
  /** Called with the new order and the ID of the item that was moved. */
  onOrder: (ids: string[], moved: string) => void
}

/** Moves an ID to another index. */
export function moveTo(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((one) => one !== id)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, place)), 0, id)
}

const KEYS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

// Returns the index for a pointer position, which is the number of rows whose midpoint is above the pointer.
function placeAt(list: HTMLElement, y: number): number {
  const rows = [...list.children].filter((row) => !row.hasAttribute('data-dragged'))
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return y > top + height / 2
  }).length
}

/**
 * Makes items reorderable by their handles, either by dragging with a mouse, pen, or finger, or with the arrow keys.
 * During a drag, `shown` is the order that would result.
 */
export function useReorder({ ids, onOrder }: Options) {
  const [drag, setDrag] = useState<{ id: string; place: number } | null>(null)
  const shown = drag ? moveTo(ids, drag.id, drag.place) : ids

  const end = (isDropped: boolean) => {
    setDrag(null)
    if (drag && isDropped && shown.join() !== ids.join()) onOrder([...shown], drag.id)
  }
  const move = (id: string, by: number) => {
    const place = ids.indexOf(id) + by
    if (place >= 0 && place < ids.length) onOrder(moveTo(ids, id, place), id)
  }
  const handle = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id, place: ids.indexOf(id) })
    },
    onPointerMove: ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      const list = currentTarget.closest('ol')
      if (drag?.id === id && list) setDrag({ id, place: placeAt(list, clientY) })
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && drag) end(false)
      const by = KEYS[event.key]
      if (by === undefined) return
      event.preventDefault()
      move(id, by)
    },
  })
  return { shown, dragged: drag?.id ?? null, handle, move }
}

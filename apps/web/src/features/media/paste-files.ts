import { type RefObject, useEffect, useEffectEvent } from 'react'

type Receiver = { zone: RefObject<Element | null>; take: (files: File[]) => void }

/** The parts of the page that accept pasted files, most recently mounted last. */
const receivers: Receiver[] = []

// Some programs copy text along with an image of it. If there is text, ignore the image.
function readPasted({ clipboardData }: ClipboardEvent): File[] {
  if (!clipboardData || clipboardData.types.includes('text/plain')) return []
  return [...clipboardData.files].filter(({ type }) => /^(image|video)\//.test(type))
}

// Parts of the page behind an open dialog don't accept files.
function isCovered({ zone }: Receiver): boolean {
  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  return dialog !== undefined && !dialog.contains(zone.current)
}

function handOver(event: ClipboardEvent): void {
  const files = readPasted(event)
  const receiver = receivers.findLast((one) => one.zone.current?.isConnected && !isCovered(one))
  if (files.length === 0 || !receiver) return
  event.preventDefault()
  receiver.take(files)
}

/**
 * Passes pasted photos and videos to `onFiles` while `zone` is on the page and no dialog covers it. Pasted text isn't
 * affected.
 */
export function usePastedFiles(zone: RefObject<Element | null>, onFiles: (files: File[]) => void): void {
  const pasted = useEffectEvent(onFiles)
  useEffect(() => {
    const receiver = { zone, take: (files: File[]) => pasted(files) }
    receivers.push(receiver)
    if (receivers.length === 1) document.addEventListener('paste', handOver)
    return () => {
      receivers.splice(receivers.indexOf(receiver), 1)
      if (receivers.length === 0) document.removeEventListener('paste', handOver)
    }
  }, [zone])
}

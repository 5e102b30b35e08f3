import { createAtom, useSelector } from '@tanstack/react-store'
import { readStored, writeStored } from '../../lib/storage.ts'

// A setting of this device, because it depends on the keyboard and on speech input.
const NAME = 'nollie.shortcuts'

/** Whether single keys are shortcuts on this device. */
export const shortcutsOn = createAtom(readStored(NAME) !== false)

/** Turns shortcuts on or off on this device. */
export function setShortcutsOn(isOn: boolean): void {
  writeStored(NAME, isOn ? null : false)
  shortcutsOn.set(isOn)
}

/** Returns whether shortcuts are on. */
export function useShortcutsOn(): boolean {
  return useSelector(shortcutsOn)
}

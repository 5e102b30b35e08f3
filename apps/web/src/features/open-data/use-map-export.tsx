import type { Box } from '@nollie/contract'
import { FileDown } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MenuItem } from '../../ui/overlays/menu.tsx'

const ExportSheet = lazyPart(() => import('./export-sheet.tsx'))

/**
 * The map menu's item for taking the visible spots elsewhere. `box` returns the visible part, or null if there's no
 * map. `sheet` must be outside of the menu, because menus close.
 */
export function useMapExport(box: () => Box | null): { items: ReactNode; sheet: ReactNode } {
  const [asked, setAsked] = useState<Box | null>(null)
  const items = (
    <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={() => setAsked(box())}>
      {m.open_data_export()}
    </MenuItem>
  )
  const sheet = asked && (
    <Suspense fallback={null}>
      <ExportSheet box={asked} onClosed={() => setAsked(null)} />
    </Suspense>
  )
  return { items, sheet }
}

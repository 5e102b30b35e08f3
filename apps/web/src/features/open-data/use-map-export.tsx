import type { Box } from '@nollie/contract'
import { CodeXml, FileDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MenuItem } from '../../ui/overlays/menu.tsx'

const Sheet = lazyPart(() => import('./map-export-sheet.tsx'))

type Asked = Omit<ComponentProps<typeof Sheet>, 'onClosed'>

/**
 * The map menu's items for exporting the visible spots. `findBox` returns the visible part, or null if there's no map.
 * `sheet` must be outside of the menu, because menus close.
 */
export function useMapExport(findBox: () => Box | null): { items: ReactNode; sheet: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (kind: Asked['kind']) => {
    const box = findBox()
    setAsked(box && { kind, box })
  }
  const items = (
    <>
      <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={() => ask('file')}>
        {m.open_data_export()}
      </MenuItem>
      <MenuItem icon={<CodeXml aria-hidden="true" />} onSelect={() => ask('embed')}>
        {m.open_data_embed()}
      </MenuItem>
    </>
  )
  const sheet = asked && (
    <Suspense fallback={null}>
      <Sheet {...asked} onClosed={() => setAsked(null)} />
    </Suspense>
  )
  return { items, sheet }
}

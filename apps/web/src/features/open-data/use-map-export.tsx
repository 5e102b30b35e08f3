import type { Box } from '@nollie/contract'
import { CodeXml, FileDown } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MenuItem } from '../../ui/overlays/menu.tsx'
import { EmbedSheet } from './lazy-embed-sheet.tsx'

const ExportSheet = lazyPart(() => import('./export-sheet.tsx'))

/**
 * The map menu's items for taking the visible spots elsewhere. `box` returns the visible part, or null if there's no
 * map. `sheet` must be outside of the menu, because menus close.
 */
export function useMapExport(box: () => Box | null): { items: ReactNode; sheet: ReactNode } {
  const [asked, setAsked] = useState<{ kind: 'file' | 'embed'; box: Box } | null>(null)
  const ask = (kind: 'file' | 'embed') => () => {
    const visible = box()
    if (visible) setAsked({ kind, box: visible })
  }
  const close = () => setAsked(null)
  const items = (
    <>
      <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={ask('file')}>
        {m.open_data_export()}
      </MenuItem>
      <MenuItem icon={<CodeXml aria-hidden="true" />} onSelect={ask('embed')}>
        {m.open_data_embed()}
      </MenuItem>
    </>
  )
  const sheet = (
    <>
      {asked?.kind === 'file' && (
        <Suspense fallback={null}>
          <ExportSheet box={asked.box} onClosed={close} />
        </Suspense>
      )}
      {asked?.kind === 'embed' && <EmbedSheet what={{ box: asked.box }} onClosed={close} />}
    </>
  )
  return { items, sheet }
}

import type { Box } from '@nollie/contract'
import EmbedSheet from './embed-sheet.tsx'
import ExportSheet from './export-sheet.tsx'

type Props = { kind: 'file' | 'embed'; box: Box; onClosed: () => void }

/** The dialog for exporting a part of the map: as a file for other apps, or as a map for another site. */
export default function MapExportSheet({ kind, box, onClosed }: Props) {
  return kind === 'file' ? (
    <ExportSheet box={box} onClosed={onClosed} />
  ) : (
    <EmbedSheet what={{ box }} onClosed={onClosed} />
  )
}

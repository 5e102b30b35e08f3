import type { Services } from '../../module.ts'
import type { Overpass } from './ask-overpass.ts'
import type { FileImporter } from './file-importer.ts'
import { AREA_FIGURES, type AreaFigures, type ImportElements } from './work-area.service.ts'

/** The Overpass server, and the importer, which reads spots of all formats. */
export type ImportOptions = {
  overpass: Omit<Overpass, 'userAgent'>
  figures?: Partial<AreaFigures>
  importElements: ImportElements
  /** Reads and imports files that admins upload. */
  importer: FileImporter
  /** Measures a disk's free bytes; by default, the disk's own. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Names this site to the operators of an Overpass server, as their usage policies ask. */
export function nameUserAgent(site: URL): string {
  return `Nollie (skate map; +${site.href})`
}

/** Opens the module's parts. */
export function openImports(
  { publicUrl, storage, dataDir }: Pick<Services, 'publicUrl' | 'storage' | 'dataDir'>,
  { overpass, figures, importElements, importer, freeBytes }: ImportOptions,
) {
  const files = storage.area('imports')
  return {
    dataDir,
    files,
    importer,
    uploads: { files, importer },
    ...(freeBytes && { freeBytes }),
    overpass: { ...overpass, userAgent: nameUserAgent(publicUrl) },
    figures: { ...AREA_FIGURES, ...figures },
    importElements,
  }
}

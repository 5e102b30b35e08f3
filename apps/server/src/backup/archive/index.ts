import { Archiver, type ArchiverDeps, releaseLog } from './archiver.ts'
import { clearArchiveState } from './archive-state.ts'

type Deps = Omit<ArchiverDeps, 'adminUrl' | 'retention'> & {
  adminUrl: string | null
  retention: ArchiverDeps['retention'] | null
}

/**
 * Starts archiving the embedded database. For the operator's own database, or without a retention setting, it does
 * nothing and leaves any existing archive unchanged.
 */
export async function startArchive({
  adminUrl,
  retention,
  ...deps
}: Deps): Promise<{ stop: () => Promise<void> }> {
  if (adminUrl && retention) {
    const archiver = new Archiver({ ...deps, adminUrl, retention })
    archiver.start()
    return archiver
  }
  await clearArchiveState(deps.dataDir)
  if (adminUrl) await releaseLog(adminUrl)
  return { stop: async () => {} }
}

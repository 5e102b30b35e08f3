import { useEffect, useEffectEvent } from 'react'
import { CameraTile } from '../camera/index.ts'
import { takeSharedFiles } from './shared-files.ts'

/** Sources of files besides the picker: the camera, and files shared with Nollie by the device. */
export function ShareSources({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const take = useEffectEvent((files: File[]) => {
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    void takeSharedFiles().then(take)
  }, [])
  return <CameraTile onFiles={onFiles} />
}

import { useEffect, useRef } from 'react'
import { CameraTile } from '../camera/index.ts'
import { takeSharedFiles } from './shared-files.ts'

/** What adds files beside the picker: the camera, and what the device shared with Nollie. */
export function ShareSources({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    void takeSharedFiles().then((files) => {
      if (files.length > 0) take.current(files)
    })
  }, [])
  return <CameraTile onFiles={onFiles} />
}

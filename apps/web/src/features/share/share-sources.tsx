import { useEffect, useEffectEvent, useRef } from 'react'
import { CameraTile } from '../camera/index.ts'
import { type LocationRecord, positionIfPermitted } from '../places/index.ts'
import type { Point } from '../spots/index.ts'
import { takeSharedFiles } from './shared-files.ts'

type Props = {
  onFiles: (files: Iterable<File>) => void
  /** Receives the device's position after a photo is taken, if location is already permitted. */
  onHere: (at: Point) => void
}

/** Sources of files besides the picker: the camera, and files shared with Nollie by the device. */
export function ShareSources({ onFiles, onHere }: Props) {
  const here = useRef<Promise<LocationRecord | null> | null>(null)
  const take = useEffectEvent((files: File[]) => {
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    void takeSharedFiles().then(take)
  }, [])
  const locate = () => {
    here.current = positionIfPermitted()
  }
  const shoot = (files: Iterable<File>) => {
    onFiles(files)
    void here.current?.then((at) => {
      if (at) onHere({ latitude: at.lat, longitude: at.lng })
    })
  }
  return <CameraTile onFiles={shoot} onOpen={locate} />
}

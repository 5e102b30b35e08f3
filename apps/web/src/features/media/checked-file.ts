/** Why a selected file is refused. */
export type Refused = { refused: 'image_too_large' | 'video_too_large' | 'not_media' }

/** A selected file that can be uploaded. */
export type GoodFile = {
  /** The resulting kind: an animated picture becomes a video. */
  kind: 'image' | 'video'
  /** The bytes to upload, with the type of their content; large photos are already downscaled. */
  file: File
  /** The original file, with its position and times. */
  chosen: File
  /** Whether only the first frame of its animation is stored. */
  isFirstFrameOnly: boolean
}

/** The result of validating a selected file. */
export type FileCheck = GoodFile | Refused

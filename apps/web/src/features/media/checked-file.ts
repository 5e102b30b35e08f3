/** The reason a selected file was refused. */
export type Refused = { refused: 'image_too_large' | 'video_too_large' | 'not_media' }

/** A selected file that passed validation and can be uploaded. */
export type GoodFile = {
  /** The media kind after processing: an animated image becomes a video. */
  kind: 'image' | 'video'
  /** The bytes to upload, typed by their content. Large photos have already been downscaled. */
  file: File
  /** The original file, which still has its position and timestamps. */
  chosen: File
  /** Whether only the first frame of an animation is stored. */
  isFirstFrameOnly: boolean
}

/** The result of validating a selected file. */
export type FileCheck = GoodFile | Refused

import { testVideosWith } from '../../../../test/makers/videos-with.ts'
import { findVideoEncoder } from './convert-video.ts'

testVideosWith('the program', await findVideoEncoder(process.env.PATH ?? ''))

import type { Ports as PortsBelow } from '#gateway/modules/access/ports/ports.ts';
import type { BlobStore } from './blobs.ts';
import type { DocumentConverter, FileStore, FormReader, TypeDetector } from './files.ts';

/** The ports of `files` and of what lies below. */
export interface Ports extends PortsBelow {
  blobs: BlobStore;
  forms: FormReader;
  types: TypeDetector;
  files: FileStore;
  reader: DocumentConverter;
}

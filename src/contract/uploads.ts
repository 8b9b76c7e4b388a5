/** Section 4, endpoint 4, and section 2.6: storing a raw file. */
import * as z from 'zod/mini';
import { formFields, formFlagSchema } from './forms.ts';

const FILE_TYPES = ['Image', 'Audio', 'Video', 'File'] as const;
const fileTypeSchema = z.enum(FILE_TYPES);

/** What `ConvertAttachmentTo` accepts here; the interface names no values. */
const CONVERSIONS = ['txt', 'md', 'html'] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** Name of the file part. */
export const ATTACHMENT_FIELD = 'Attachment';

/** The text parts of the upload form, as they arrive (strings). `Model.` is part of the field's name. */
export const uploadFieldsSchema = formFields({
  'Model.FileType': z.optional(fileTypeSchema),
  ConvertAttachmentTo: z.optional(z.enum(CONVERSIONS)),
  EncryptFileName: z.optional(formFlagSchema),
  /** Extension: a text that is written and edited in place; it is read as Markdown whatever it looks like. */
  Origin: z.optional(z.literal('written')),
});

/** Section 2.6, not wrapped in the envelope. `FileURL` is absolute and signed here. */
export const uploadResultSchema = z.object({
  FileURL: z.string(),
  FileMimeType: z.string(),
  FileName: z.string(),
  FilePath: z.string(),
});
export type UploadResult = z.infer<typeof uploadResultSchema>;

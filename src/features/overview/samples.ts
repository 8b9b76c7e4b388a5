import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { addUnit } from '#src/api/client/units.ts';
import { uploadFile } from '#src/api/client/upload-file.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { BadRequest } from '#src/api/transport/gateway-errors.ts';

/** A guide written for this project, and a question that it answers; all texts are in the language of the guide. */
type Sample = {
  language: 'ar' | 'en';
  fileName: string;
  title: string;
  description: string;
  question: string;
  load: () => Promise<string>;
};

export const SAMPLES: readonly Sample[] = [
  {
    language: 'ar',
    fileName: 'دليل خدمة العملاء.md',
    title: 'دليل خدمة عملاء متجر نسيم',
    description: 'دليل نموذجي: الإرجاع والتوصيل والضمان والعضوية والشكاوى',
    question: 'خلال كم يوم يحق للعميل إرجاع المنتج؟',
    load: async () => (await import('./samples/store-guide.ar.md?raw')).default,
  },
  {
    language: 'en',
    fileName: 'customer-service-guide.md',
    title: 'Cedar & Co. customer service guide',
    description: 'A sample guide: returns, delivery, warranty, membership and complaints',
    question: 'Within how many days may customers return an unused item?',
    load: async () => (await import('./samples/store-guide.en.md?raw')).default,
  },
];

type AddedSample = { sample: Sample; id: number | undefined };

/** Uploads and registers a guide, unless a unit of its title exists. */
export async function addSample(
  gateway: GatewayClient,
  sample: Sample,
  { isAnnounced }: { isAnnounced: boolean },
): Promise<AddedSample> {
  const file = new File([await sample.load()], sample.fileName, { type: 'text/markdown' });
  const stored = await uploadFile(gateway, file, { idempotencyKey: randomId() });
  const source = {
    FileName: stored.FileName,
    FileUrl: stored.FileURL,
    FilePath: stored.FilePath,
    FileSize: file.size,
  };
  try {
    const { id } = await addUnit(
      gateway,
      {
        title: sample.title,
        description: sample.description,
        KnowledgeSource: KNOWLEDGE_SOURCE.file,
        SourceContent: [source],
      },
      { idempotencyKey: randomId(), isAnnounced },
    );
    return { sample, id };
  } catch (error) {
    if (error instanceof BadRequest && error.fault === 'title-taken') {
      const id = Number(error.parameters.id);
      return { sample, id: Number.isSafeInteger(id) && id > 0 ? id : undefined };
    }
    throw error;
  }
}

import { type ArchiveEntry, type ArchiveSource, readArchive } from '../../archive/index.ts';
import { createGitStage, type GitStage } from '../../git/index.ts';
import { createFindingCounter, type FileSink } from '../../model/index.ts';
import { type ExtractJob, type ExtractRemarks, extractRepository } from './extract-job.ts';
import { isInWantedRepository, isWantedFile } from './extract-wish.ts';

/** Extracts from an archive in one pass; records are not looked at. */
export async function extractFromArchive(source: ArchiveSource, job: ExtractJob): Promise<ExtractRemarks> {
  const stage = createGitStage({ directory: job.stagePath });
  const findings = createFindingCounter();
  try {
    const openFile = (entry: ArchiveEntry) => openWanted(entry, stage, job);
    for await (const event of readArchive({ source, skipRecords: true, openFile, signal: job.signal })) {
      if (event.type === 'finding') {
        findings.add(event.finding);
      }
    }
    const { repositories, findings: ofStage } = await stage.finish();
    const emptyRepositories: string[] = [];
    for (const staged of repositories) {
      if (!(await extractRepository(staged, job))) {
        emptyRepositories.push(staged.archivePath);
      }
    }
    for (const finding of [...ofStage, ...repositories.flatMap((staged) => staged.findings)]) {
      findings.add(finding);
    }
    return { emptyRepositories, missing: [], findings: findings.tallies() };
  } finally {
    stage.close();
  }
}

function openWanted(
  entry: ArchiveEntry,
  stage: GitStage,
  { wish, target }: ExtractJob,
): FileSink | undefined {
  const { name, class: content, sizeBytes } = entry;
  if (isWantedFile(wish, { name, content })) {
    return target.open(name);
  }
  return content === 'git' && isInWantedRepository(wish, name) ? stage.accept(name, sizeBytes) : undefined;
}

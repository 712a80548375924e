import type { BuiltinRequest } from '../cli/arguments/builtin-commands.ts';
import type { Config } from '../config/load.ts';
import type { FlagValues } from '../config/settings.ts';
import { badArgument, badSetting, type Failure } from '../failure.ts';
import type { Topic } from '../help/topics.ts';
import { safe } from '../text/sanitise.ts';

type BuiltinContext = {
  readonly version: string;
  readonly write: (text: string) => void;
  readonly loadConfig: (given: FlagValues) => Promise<Config>;
  readonly printFailure: (failure: Failure) => number;
};

const NEEDS_TERMINAL = safe`login needs a terminal. In a script, set BP_TOKEN and BP_WORKSPACE_ID.`;

/** Returns a help topic as text, 80 columns wide where standard output is no terminal. */
async function topicText(topic: Topic): Promise<string> {
  const [{ topicTexts }, { renderMarkdown }, { terminalOf }] = await Promise.all([
    import('../help/texts.ts'),
    import('../help/render.ts'),
    import('../cli/shared/context.ts'),
  ]);
  const { width = 80, hasColours } = terminalOf(process.stdout, process.env);
  return renderMarkdown(topicTexts[topic], { width, hasColours });
}

/** Runs a command about botscope itself, which loads only what it needs. Returns the exit code. */
export async function runBuiltin(
  request: BuiltinRequest,
  { version, write, loadConfig, printFailure }: BuiltinContext,
): Promise<number> {
  switch (request.mode) {
    case 'version':
      write(`${version}\n`);
      return 0;
    case 'topic':
      write(await topicText(request.topic));
      return 0;
    case 'completion': {
      const { completionScripts } = await import('../cli/completion/scripts.ts');
      write(completionScripts[request.shell]);
      return 0;
    }
    case 'config': {
      const { explainText } = await import('../config/explain.ts');
      write(await explainText(await loadConfig(request.given), request.asJson));
      return 0;
    }
    case 'profiles': {
      const { profilesText } = await import('../config/explain.ts');
      const config = await loadConfig(request.given);
      const [problem] = config.file.problems;
      if (config.file.isBroken && problem !== undefined) return printFailure(badSetting(problem));
      write(profilesText(config, request.asJson));
      return 0;
    }
    case 'login': {
      if (!process.stdin.isTTY || !process.stdout.isTTY) return printFailure(badArgument(NEEDS_TERMINAL));
      const { runSession } = await import('./session.ts');
      const config = await loadConfig(request.given);
      return runSession(config, { connected: undefined, isLogin: true }, { version, write, printFailure });
    }
    case 'doctor': {
      const { runDoctor } = await import('../doctor/run.ts');
      const { asJson } = request;
      const { code, text } = await runDoctor(await loadConfig(request.given), { version, asJson });
      write(text);
      return code;
    }
  }
}

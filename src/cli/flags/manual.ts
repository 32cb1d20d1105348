/** The manual page, in the macros of man(7), made from the tables from which flags are parsed. */

import { ALIASES } from "./aliases";
import type { Command } from "./define-command";
import { aboutOf, nameOf } from "./help";

/** @param version name and version of the program, for the footer */
export function formatManual(commands: readonly Command[], version: string): string {
  const sections = commands.flatMap((command) => {
    const { name, synopsis, about, flags, notes } = command;
    const aliases = Object.keys(ALIASES).filter((alias) => ALIASES[alias] === name);
    const also = aliases.map((alias) => `Also \`wazaba ${alias}\`.`);
    return [
      `.SS "${escaped(synopsis)} [flags]"`,
      ...paragraphs([about, ...also].join("\n\n")),
      ...Object.entries(flags).flatMap(([flag, declared]) => {
        return [".TP", `.B "${escaped(nameOf(flag, declared))}"`, line(aboutOf(declared))];
      }),
      ...(notes === undefined ? [] : [".PP", ...paragraphs(notes)]),
    ];
  });
  return `${[
    `.TH WAZABA 1 "" "${escaped(version)}" "User Commands"`,
    ".SH NAME",
    "wazaba \\- a chess engine, for chess variants too",
    ".SH SYNOPSIS",
    ...commands.flatMap(({ synopsis }) => [`.B "${escaped(synopsis)}"`, "[flags]", ".br"]),
    ".SH DESCRIPTION",
    "Without a command, an engine that speaks UCI or the xboard protocol.",
    ".SH COMMANDS",
    ...sections,
    ".SH EXIT STATUS",
    "0 for success; 1 if the work failed; 2 for invalid usage; 128 plus the signal's number after SIGINT or SIGTERM.",
  ].join("\n")}\n`;
}

/** Filled paragraphs; indented lines stay as they are. */
function paragraphs(text: string): string[] {
  return text.split("\n").flatMap((each) => {
    if (each.trim() === "") return [".PP"];
    return /^\s/.test(each) ? [".nf", line(each), ".fi"] : [line(each)];
  });
}

/** A line of text: one that begins with a dot or an apostrophe would be a macro. */
function line(text: string): string {
  return escaped(text.replace(/\s*\n\s*/g, " ")).replace(/^(?=[.'])/, "\\&");
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll('"', "\\(dq");
}

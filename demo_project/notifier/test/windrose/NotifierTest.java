// SPDX-License-Identifier: MIT
package windrose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Checks of the notifier, without a test framework: {@code NotifierTest ../data/vectors.txt}. */
public final class NotifierTest {

    private static int failures;

    private NotifierTest() {}

    private static void expect(Object wanted, Object got, String what) {
        if (!Objects.equals(wanted, got)) {
            System.err.println(what + ": " + got + ", not " + wanted);
            failures++;
        }
    }

    private static void vectorsGetTheirVerdict(Path vectors) throws IOException {
        int checked = 0;
        for (String line : Files.readAllLines(vectors)) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\|");
            String verdict;
            try {
                Frame frame = Frame.parse(fields[1]);
                verdict = "ok";
                expect(fields[2], frame.station(), fields[1]);
                expect(fields[3], String.valueOf(frame.time().getEpochSecond()), fields[1]);
            } catch (Frame.FrameError error) {
                verdict = error.fault().name().toLowerCase(Locale.ROOT);
            }
            expect(fields[0], verdict, fields[1]);
            checked++;
        }
        expect(true, checked > 0, "vectors were checked");
    }

    private static void aMessageIsSentOnce() throws Frame.FrameError {
        List<String> messages = new ArrayList<>();
        Notifier notifier = new Notifier.Builder()
                .rule(new Rule.Below("temperature", 0, Frame::celsius))
                .channel(messages::add)
                .build();
        Frame cold = Frame.parse("$WX,TOS01,1705276800,-0.4,97,987.0*91");
        notifier.accept(cold);
        notifier.accept(cold);
        expect(List.of("TOS01 temperature -0.4 < 0.0"), messages, "messages");
    }

    private static void aSilentSensorBreaksNoRule() throws Frame.FrameError {
        Rule rule = new Rule.Below("temperature", 0, Frame::celsius)
                .or(new Rule.Below("pressure", 980, Frame::pressure));
        Frame silent = Frame.parse("$WX,BGO01,1718007200,,,*67");
        expect(false, rule.check(silent).isPresent(), "a message about nothing");
    }

    /** Runs the checks; the exit status is 1 when one of them fails. */
    public static void main(String[] arguments) throws IOException, Frame.FrameError {
        vectorsGetTheirVerdict(Path.of(arguments[0]));
        aMessageIsSentOnce();
        aSilentSensorBreaksNoRule();
        System.out.println(failures + " failures");
        System.exit(failures == 0 ? 0 : 1);
    }
}
